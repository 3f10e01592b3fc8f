import { readFileSync } from 'node:fs';
import { trackedFiles } from './tracked-files.ts';

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** What would let two machines install different things, or tie the project to one registry's address. */
export async function dependencyProblems(): Promise<string[]> {
  const lock = readFileSync('package-lock.json', 'utf8');
  return [
    ...(lock.includes('"resolved": "http') ? ['package-lock.json: names a registry host'] : []),
    ...missingFromLock(JSON.parse(lock) as Lock),
    ...trackedFiles('package.json', '*/package.json').flatMap(loosePins),
  ];
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >;
}

/** A registry may lack a version for another platform; npm then locks nothing for it, and refuses the lock later. */
function missingFromLock({ packages }: Lock): string[] {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `package-lock.json: ${name}, which ${path} may need, is missing`),
  );
}

function loosePins(path: string): string[] {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Partial<
    Record<(typeof FIELDS)[number], Record<string, string>>
  >;
  return FIELDS.flatMap((field) => Object.entries(manifest[field] ?? {}))
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${path}: ${name} is ${version}, not an exact version`);
}
