// Numbers and nouns in prose: "1 creature", "1,200 credits", "an owl".
const NUMBER = new Intl.NumberFormat("en-US");

export function count(value: number): string {
  return NUMBER.format(value);
}

export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function a(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
