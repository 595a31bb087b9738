// The strings and templates of a source file, each with where it stands: the property or variable it is given to, the
// call it is an argument of, and the line. Comments come along for the advisory part of the prose check.
import { parseSync } from "oxc-parser";

export interface Literal {
  readonly text: string;
  readonly line: number;
  /** The tag of a tagged template. */
  readonly tag: string | undefined;
  /** The property or variable that it is the value of, from the inside out, up to the function that holds it. */
  readonly keys: readonly string[];
  /** The functions that it is an argument of, from the inside out, up to the function that holds it. */
  readonly calls: readonly string[];
}

export interface Comment {
  readonly text: string;
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

type Place = Pick<Literal, "keys" | "calls" | "tag">;

const NOWHERE: Place = { keys: [], calls: [], tag: undefined };
/** Wrappers of TypeScript that hold a value. All other nodes of types are passed over. */
const TYPED_VALUES = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const PASSED_OVER = new Set(["ImportDeclaration", "ExportAllDeclaration", "ImportExpression"]);
const COMPARISONS = new Set(["===", "!==", "in"]);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const nodeAt = (node: Node, field: string): Node | undefined => {
  const value = node[field];
  return isNode(value) ? value : undefined;
};
const nodesAt = (node: Node, field: string): Node[] => {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

export function literalsOf(file: string, source: string): Literal[] {
  const lineAt = lineFinder(source);
  const literals: Literal[] = [];
  walk(parseSync(file, source).program as unknown as Node, NOWHERE, (node, place) => {
    const text = node.type === "TemplateLiteral" ? templateText(node, source) : String(node["value"]);
    literals.push({ text, line: lineAt(node.start), ...place });
  });
  return literals;
}

export function commentsOf(file: string, source: string): Comment[] {
  const lineAt = lineFinder(source);
  return parseSync(file, source).comments.map(({ value, start }) => ({ text: value, line: lineAt(start) }));
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

function walk(node: Node, place: Place, found: (literal: Node, place: Place) => void): void {
  const into = (child: Node | undefined, where: Place = place) => child !== undefined && walk(child, where, found);
  const { type } = node;
  if (PASSED_OVER.has(type) || (type.startsWith("TS") && !TYPED_VALUES.has(type))) return;
  if (type === "Literal") {
    if (typeof node["value"] === "string") found(node, place);
  } else if (type === "TemplateLiteral") {
    found(node, place);
    for (const each of nodesAt(node, "expressions")) into(each, { ...place, tag: undefined });
  } else if (type === "TaggedTemplateExpression") {
    into(nodeAt(node, "quasi"), { ...place, tag: nameOf(nodeAt(node, "tag")) });
  } else if (type === "Property" || type === "PropertyDefinition") {
    into(nodeAt(node, "value"), { ...place, keys: [nameOf(nodeAt(node, "key")), ...place.keys] });
  } else if (type === "VariableDeclarator") {
    into(nodeAt(node, "init"), { ...place, keys: [nameOf(nodeAt(node, "id")), ...place.keys] });
  } else if (type === "AssignmentPattern") {
    into(nodeAt(node, "right"), { ...place, keys: [nameOf(nodeAt(node, "left")), ...place.keys] });
  } else if (type === "CallExpression" || type === "NewExpression") {
    const callee = nodeAt(node, "callee");
    into(callee);
    const calls = [nameOf(callee), ...place.calls];
    for (const each of nodesAt(node, "arguments")) into(each, { ...place, calls });
  } else if (type === "MemberExpression") {
    into(nodeAt(node, "object"));
  } else if (type === "SwitchCase") {
    for (const each of nodesAt(node, "consequent")) into(each);
  } else if (type === "BinaryExpression" && COMPARISONS.has(String(node["operator"]))) {
    for (const side of ["left", "right"]) if (nodeAt(node, side)?.type !== "Literal") into(nodeAt(node, side));
  } else {
    const where = type === "BlockStatement" ? NOWHERE : place;
    for (const value of Object.values(node))
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) into(each, where);
  }
}

/** The last name of an expression: `fail` of `call.fail`. */
function nameOf(node: Node | undefined): string {
  if (node === undefined) return "";
  if (node.type === "MemberExpression") return nameOf(nodeAt(node, "property"));
  if (node.type === "CallExpression") return nameOf(nodeAt(node, "callee"));
  const name = node["name"] ?? node["value"];
  return typeof name === "string" ? name : "";
}

function cooked({ value }: Node): string {
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
}

/** A template as its reader sees it: `{name}` for what is filled in, with the line breaks of the source. */
function templateText(node: Node, source: string): string {
  const expressions = nodesAt(node, "expressions");
  return nodesAt(node, "quasis")
    .map((quasi, index) => {
      const expression = expressions[index];
      const text = cooked(quasi);
      if (expression === undefined) return text;
      const breaks = source.slice(expression.start, expression.end).match(/\n/g)?.length ?? 0;
      return `${text}{${nameOf(expression) || "…"}}${"\n".repeat(breaks)}`;
    })
    .join("");
}
