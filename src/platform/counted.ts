// Formats numbers and nouns in prose, as in "1 creature", "1,200 credits", and "an owl".
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
