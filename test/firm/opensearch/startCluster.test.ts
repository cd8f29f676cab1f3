import { expect, it } from 'vitest';
import { javaVersion } from '../../../scripts/firm/startCluster.ts';

it.each([
  ['openjdk version "17.0.15" 2025-04-15\n', 17],
  ['openjdk version "21" 2023-09-19\n', 21],
  ['java version "1.8.0_392"\n', 8],
  ['Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nopenjdk version "11.0.21" 2023-10-17\n', 11],
  ['', 0],
])('the version of Java in %j is %i', (output, version) => {
  expect(javaVersion(output)).toBe(version);
});
