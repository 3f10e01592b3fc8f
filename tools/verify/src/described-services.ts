import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describeConfig, type LoadConfig, type ServiceSettings } from '@mayfly/config';
import type { DeclaredTelemetry, TelemetrySection } from '@mayfly/telemetry';

const SERVICES = ['services/*', 'tools/toy-service'];
const LIBRARIES = ['libs/*'];

/** The settings of every process, by its `config.ts`. */
export async function settingsOfServices(): Promise<ServiceSettings[]> {
  return Promise.all(
    foldersWith(SERVICES, 'src/config.ts').map(async (folder) => {
      const { loadConfig } = await load<{ loadConfig: LoadConfig<unknown> }>(
        folder,
        'src/config.ts',
      );
      return { service: titleOf(folder), rows: describeConfig(loadConfig) };
    }),
  );
}

/** What every library and service emits, by its declared list. */
export async function telemetrySections(): Promise<TelemetrySection[]> {
  const places = [
    ...globSync(LIBRARIES.map((library) => `${library}/src/**/telemetry-names.ts`)),
    ...globSync(SERVICES.map((service) => `${service}/src/events.ts`)),
  ].sort();
  return Promise.all(
    places.map(async (place) => {
      const { TELEMETRY } = await load<{ TELEMETRY: Record<string, DeclaredTelemetry> }>('', place);
      const folder = place.split('/').slice(0, 2).join('/');
      return { title: titleOf(folder), telemetry: Object.values(TELEMETRY) };
    }),
  );
}

function foldersWith(patterns: readonly string[], file: string): string[] {
  return globSync(patterns.map((pattern) => join(pattern, file)))
    .map((path) => dirname(dirname(path)))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .sort();
}

/** The toy is no service anybody runs, and its title must say so. */
function titleOf(folder: string): string {
  const name = basename(folder);
  if (folder.startsWith('libs/')) return `libs/${name}`;
  return folder.startsWith('tools/') ? `${name} (for tests only)` : name;
}

async function load<T>(folder: string, file: string): Promise<T> {
  return (await import(resolve(folder, file))) as T;
}
