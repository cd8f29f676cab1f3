/** The answer that a turn gets: known from its id, so that a reader can tell a whole beginning from a mixture. */
export function answerText(turnId: string): string {
  return Array.from({ length: 120 }, (_, i) => `${turnId} sentence ${i}. `).join('');
}
