import { describe, expect, it } from 'vitest';
import { citedSources } from '../../../src/webview/state/cited.ts';

const cited = (text: string, count = 9) => [...citedSources(text, count)].sort((a, b) => a - b);

describe('which sources an answer cites', () => {
  it('are those with a mark in the text', () => {
    expect(cited('So [2], and so [1] [3].')).toEqual([1, 2, 3]);
    expect(cited('As in [2]: so it is.')).toEqual([2]);
    expect(cited('Both [1, 4] hold [5;6], as do [7-9].')).toEqual([1, 4, 5, 6, 7, 8, 9]);
  });

  it('are not those whose mark is code, a link, a definition, or stands for no source', () => {
    expect(cited('`[1]` and\n```\n[2]\n```\n[3](https://law.example) and\n[4]: x')).toEqual([]);
    expect(cited('So [0], [10] and [179].')).toEqual([]);
    expect(cited('So [1].', 0)).toEqual([]);
    expect(cited('An open fence\n```\n[1]')).toEqual([]);
  });
});
