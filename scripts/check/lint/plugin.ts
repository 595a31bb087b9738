// Collects the lint rules of this repository.
import { relative, sep } from "node:path";
import { layerFault } from "./layers.ts";
import { safeExpressions } from "./safe-expressions.ts";

interface RuleContext {
  readonly filename: string;
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

interface ImportNode {
  readonly source: { readonly value?: unknown } | null;
}

const layers = {
  create(context: RuleContext) {
    const file = relative(process.cwd(), context.filename).split(sep).join("/");
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value;
      const message = typeof specifier === "string" ? layerFault(file, specifier) : undefined;
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      ImportExpression: check,
    };
  },
};

const plugin = { meta: { name: "denkeeper" }, rules: { layers, "safe-expressions": safeExpressions } };

// Oxlint requires plugins to be default exports.
// oxlint-disable-next-line import/no-default-export
export default plugin;
