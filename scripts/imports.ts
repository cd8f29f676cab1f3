/** `npm run imports`: checks all imports of src against scripts/importRules.ts. */
import { RULES } from './importRules.ts';
import { brokenRules } from './support/importCheck.ts';
import { readImports } from './support/importGraph.ts';
import { root } from './support/paths.ts';

const imports = readImports(root, 'src');
const problems = brokenRules(imports, RULES);
for (const { rule, text } of problems) console.error(`${rule.name}: ${text}\n  ${rule.comment}`);
console.log(`${imports.length} imports, ${problems.length} against the rules.`);
process.exitCode = problems.length === 0 ? 0 : 1;
