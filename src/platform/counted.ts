// Numbers as a person would write them: "1 creature", "1,200 credits".
const NUMBER = new Intl.NumberFormat("en-US");

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(value)} ${value === 1 ? one : many}`;
}
