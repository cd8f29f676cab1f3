/**
 * Whether the search quotes the same passages from SQLite and from OpenSearch, for the question sets of the repository:
 * `node bench/search/stores.ts --search-url URL`, with a cluster of `scripts/firm/cluster.ts`.
 */
import { parseArgs } from 'node:util';
import { compareStores } from '../../test/firm/opensearch/support/compareStores.ts';
import { MODES, questionsOfRepository } from '../../test/firm/opensearch/support/quotations.ts';

const { values } = parseArgs({ options: { 'search-url': { type: 'string', multiple: true } } });
const urls = values['search-url'] ?? [];
if (urls.length === 0) throw new Error('Name a node of the cluster: --search-url URL');

const { compared, different, milliseconds } = await compareStores(urls, questionsOfRepository(), MODES);
for (const one of different)
  console.log(`${one.id} ${one.mode}: ${one.question}\n  SQLite:     ${one.sqlite}\n  OpenSearch: ${one.openSearch}`);
const same = compared - different.length;
console.log(`${same} of ${compared} answers quote the same passages (${((100 * same) / compared).toFixed(1)} %).`);
console.log(`SQLite ${milliseconds.sqlite} ms an answer, OpenSearch ${milliseconds.openSearch} ms.`);
