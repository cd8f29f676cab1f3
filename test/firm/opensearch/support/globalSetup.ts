import { missingForCluster } from '../../../../scripts/firm/startCluster.ts';

export function setup(): void {
  const missing = missingForCluster();
  if (missing !== null)
    console.log(
      `The tests over OpenSearch were not run: this machine lacks ${missing}. Install it and run: node scripts/test.ts cluster`,
    );
}
