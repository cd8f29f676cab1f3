import type { TestProject } from 'vitest/node';
import { missingForCluster, startCluster } from '../../../../scripts/firm/startCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Nodes of a cluster that the tests share. Empty if this machine cannot start one. */
    readonly searchUrls: readonly string[];
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const missing = missingForCluster();
  if (missing !== null) {
    console.log(
      `The tests over OpenSearch were not run: this machine lacks ${missing}. Install it and run: node scripts/test.ts cluster`,
    );
    project.provide('searchUrls', []);
    return undefined;
  }
  const cluster = await startCluster(2);
  project.provide('searchUrls', cluster.urls);
  return () => cluster.stop();
}
