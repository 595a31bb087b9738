// Scores are shown with one decimal.

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
