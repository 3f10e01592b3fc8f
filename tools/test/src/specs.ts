import type { ServerName } from './servers.ts';

const NEEDS: Readonly<Record<string, readonly ServerName[]>> = {
  mongodb: ['mongodb'],
  kafka: ['kafka'],
  cluster: ['mongodb', 'kafka'],
  'own-mongodb': ['own-mongodb'],
  'own-kafka': ['own-kafka'],
  'own-cluster': ['own-mongodb', 'own-kafka'],
};

const ENGINE_IN_NAME = /\.([a-z-]+)\.spec\.ts$/;

/** The servers without which a spec cannot run, by its name: `x.mongodb.spec.ts`, `x.own-kafka.spec.ts`, `x.cluster.spec.ts`. */
export function serversOf(spec: string): readonly ServerName[] {
  return NEEDS[ENGINE_IN_NAME.exec(spec)?.[1] ?? ''] ?? [];
}

/** The servers that at least one of the specs needs. */
export function serversNeeded(specs: readonly string[]): ServerName[] {
  return [...new Set(specs.flatMap(serversOf))].sort();
}

/** How many specs of each name do not run without these servers, as `*.cluster.spec.ts (3 files)`. */
export function leftOut(specs: readonly string[], missing: readonly ServerName[]): string[] {
  const counts = new Map<string, number>();
  for (const spec of specs) {
    if (!serversOf(spec).some((server) => missing.includes(server))) continue;
    const name = `*${ENGINE_IN_NAME.exec(spec)?.[0]}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} (${count} ${count === 1 ? 'file' : 'files'})`);
}
