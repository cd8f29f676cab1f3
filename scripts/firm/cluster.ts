/** `node scripts/firm/cluster.ts [--nodes N]`: OpenSearch on this machine until Ctrl+C, for trying `fiscal indexer` and for benchmarks. */
import { parseArgs } from 'node:util';
import { missingForCluster, startCluster } from './startCluster.ts';

const { values } = parseArgs({ options: { nodes: { type: 'string', default: '2' } } });
const missing = missingForCluster();
if (missing === null) {
  const cluster = await startCluster(Number(values.nodes));
  console.log(cluster.urls.join('\n'));
  const stop = () => void cluster.stop().then(() => process.exit());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} else {
  console.error(`OpenSearch cannot be started: this machine lacks ${missing}.`);
  process.exitCode = 1;
}
