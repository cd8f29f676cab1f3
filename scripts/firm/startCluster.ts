/**
 * Starts OpenSearch from Maven Central on this machine. Each node is a process of its own, so that one of them can be killed. The data
 * are in a temporary folder.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../support/paths.ts';

export interface Cluster {
  /** `http://127.0.0.1:9231`, one for each node. */
  readonly urls: readonly string[];
  /** Ends the process of a node at once, as a power failure does. The first node manages the cluster; two nodes do not go on without it. */
  kill(node: number): Promise<void>;
  /** Starts a node again that was killed, with its data. Resolves when it has joined the cluster. */
  restart(node: number): Promise<void>;
  stop(): Promise<void>;
}

const JARS = join(root, 'node_modules/.cache/opensearch');
/** The runner takes no HTTP port above 9299. */
const PORTS = { from: 6200, to: 9299 };
/** Milliseconds in which a node has to answer, on a machine that is busy. */
const START_TIME = 180_000;
/** Milliseconds in which OpenSearch has to be fetched: about 100 MB. */
const FETCH_TIME = 10 * 60_000;
/** A heap for some 100,000 passages. The compiler of the first level starts a node in two thirds of the time. */
const JAVA = ['-Xms512m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** What the machine lacks to start OpenSearch; null if it lacks nothing. Fetches OpenSearch if it is not there yet. */
export function missingForCluster(): string | null {
  const version = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (version.status !== 0 || javaVersion(version.stderr) < 17) return 'Java 17 or later';
  if (existsSync(JARS)) return null;
  if (spawnSync('mvn', ['--version'], { stdio: 'ignore' }).status !== 0) return 'Maven';
  return fetchJars() ? null : 'a connection to Maven Central';
}

/** The main version in the output of `java -version`, which is "1.8.0" for Java 8. 0 if it has none. */
export function javaVersion(output: string): number {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  return Number((first === '1' ? second : first) ?? 0);
}

/** `java`: options of each node. */
export async function startCluster(count: number, java: readonly string[] = JAVA): Promise<Cluster> {
  if (!fetchJars()) throw new Error('OpenSearch could not be fetched from Maven Central.');
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-cluster-'));
  const ports = await Promise.all(Array.from({ length: count }, async () => ({ transport: await freePort() })));
  const nodes: { readonly url: string; readonly start: () => ChildProcess; process: ChildProcess }[] = [];
  const seeds = ports.map(({ transport }) => `127.0.0.1:${transport}`);
  const taken = new Set<number>();
  for (const [at, { transport }] of ports.entries()) {
    const http = await freeHttpPort(taken);
    const base = join(folder, `node${at}`);
    const settings = join(base, 'config');
    mkdirSync(settings, { recursive: true });
    writeFileSync(
      join(settings, 'opensearch.yml'),
      [
        'network.host: 127.0.0.1',
        `transport.port: ${transport}`,
        `discovery.seed_hosts: ${JSON.stringify(seeds)}`,
        `cluster.initial_cluster_manager_nodes: ["${seeds[0]}"]`,
        // A test machine may have a nearly full disk.
        'cluster.routing.allocation.disk.threshold_enabled: false',
        // Notices a killed node after 3 seconds.
        'cluster.fault_detection.follower_check.interval: 500ms',
        'cluster.fault_detection.follower_check.timeout: 1s',
        'action.auto_create_index: false',
        '',
      ].join('\n'),
    );
    const start = () =>
      spawn(
        'java',
        [
          ...java,
          '-cp',
          readdirSync(JARS)
            .map((jar) => join(JARS, jar))
            .join(delimiter),
          'org.codelibs.opensearch.runner.OpenSearchRunner',
          ...['-basePath', base, '-confPath', settings, '-numOfNode', '1', '-clusterName', 'fiscal-test'],
          ...['-baseHttpPort', String(http - 1)],
        ],
        { stdio: 'ignore' },
      );
    nodes.push({ url: `http://127.0.0.1:${http}`, start, process: start() });
  }
  const endAll = () => {
    for (const { process } of nodes) process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', endAll);
  const urls = nodes.map(({ url }) => url);
  const cluster: Cluster = {
    urls,
    async kill(at) {
      const node = nodes[at];
      if (node) await ended(node.process);
    },
    async restart(at) {
      const node = nodes[at];
      if (!node) return;
      node.process = node.start();
      await joined([node.url], count);
    },
    async stop() {
      await Promise.all(nodes.map(({ process }) => ended(process)));
      process.removeListener('exit', endAll);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await joined(urls, count);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** False: they cannot be fetched. */
function fetchJars(): boolean {
  if (existsSync(JARS)) return true;
  const partial = `${JARS}-${process.pid}`;
  const output = `-DoutputDirectory=${partial}`;
  const pom = join(import.meta.dirname, 'pom.xml');
  const { status } = spawnSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', output], {
    stdio: 'ignore',
    timeout: FETCH_TIME,
  });
  if (status !== 0 || existsSync(JARS)) rmSync(partial, { recursive: true, force: true });
  else renameSync(partial, JARS);
  return existsSync(JARS);
}

/** Waits until each node answers and sees `count` nodes. */
async function joined(urls: readonly string[], count: number): Promise<void> {
  const until = Date.now() + START_TIME;
  const path = `/_cluster/health?wait_for_nodes=${count}&timeout=1s`;
  for (const url of urls) {
    for (;;) {
      const ok = await fetch(url + path).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ok) break;
      if (Date.now() > until) throw new Error(`OpenSearch did not start at ${url}.`);
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await end;
}

function freePort(port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function freeHttpPort(taken: Set<number>): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    if (taken.has(port)) continue;
    taken.add(port);
    const free = await freePort(port).catch(() => 0);
    if (free !== 0) return port;
  }
}
