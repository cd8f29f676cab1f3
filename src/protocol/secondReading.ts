/** In which modes a language model reads its sentences again: in none, in deep and audit research, or in all but fast research. */
export const SECOND_READINGS = ['off', 'deep', 'exceptFast'] as const;
export type SecondReading = (typeof SECOND_READINGS)[number];
