import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { trackedFiles } from './tracked-files.ts';

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

type Manifest = Partial<Record<(typeof FIELDS)[number], Record<string, string>>>;

/** package-lock.json, as far as it is used here. */
export interface Lock {
  readonly packages: Readonly<Record<string, Manifest & { readonly version?: string }>>;
}

/** What would let two machines install different things, or tie the project to one registry's address. */
export async function dependencyProblems(): Promise<string[]> {
  const lock = readFileSync('package-lock.json', 'utf8');
  return [
    ...lockProblems(lock),
    ...manifests().flatMap(({ path, manifest }) =>
      loosePins(manifest).map(
        ({ name, version }) => `${path}: ${name} is ${version}, not an exact version`,
      ),
    ),
  ];
}

/** Gives each loose dependency the version that is locked; what is still wrong then is for a person. */
export async function pinDependencies(): Promise<string[]> {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  for (const { path, manifest } of manifests()) {
    if (pinToLock(dirname(path), manifest, lock)) writeJson(path, manifest);
  }
  writeJson('package-lock.json', lock);
  return dependencyProblems();
}

/** What is wrong with the lockfile itself. */
export function lockProblems(text: string): string[] {
  const { packages } = JSON.parse(text) as Lock;
  return [
    ...(text.includes('"resolved": "http') ? ['package-lock.json: names a registry host'] : []),
    ...missingFromLock(packages),
  ];
}

/** A registry may lack a version for another platform; npm then locks nothing for it, and refuses the lock later. */
function missingFromLock(packages: Lock['packages']): string[] {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `package-lock.json: ${name}, which ${path} may need, is missing`),
  );
}

/** Dependencies of a manifest that are not one exact version. */
export function loosePins(manifest: Manifest): { field: string; name: string; version: string }[] {
  return FIELDS.flatMap((field) =>
    Object.entries(manifest[field] ?? {})
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => ({ field, name, version })),
  );
}

/** Changes the manifest in a folder, and its copy in the lock, to the locked versions; true if anything changed. */
export function pinToLock(folder: string, manifest: Manifest, lock: Lock): boolean {
  let changed = false;
  for (const field of FIELDS) {
    for (const { name } of loosePins({ [field]: manifest[field] })) {
      const version = (
        lock.packages[join(folder, 'node_modules', name)] ?? lock.packages[`node_modules/${name}`]
      )?.version;
      if (version === undefined) continue;
      manifest[field]![name] = version;
      const copy = lock.packages[folder === '.' ? '' : folder]?.[field];
      if (copy !== undefined) copy[name] = version;
      changed = true;
    }
  }
  return changed;
}

function manifests(): { path: string; manifest: Manifest }[] {
  return trackedFiles('package.json', '*/package.json').map((path) => ({
    path,
    manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest,
  }));
}

function writeJson(path: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (text !== readFileSync(path, 'utf8')) writeFileSync(path, text);
}
