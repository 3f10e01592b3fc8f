import { openDataFolder } from '@mayfly/data-folder';

// Opens the folder it is given, says so, and keeps it until it is killed.
try {
  await openDataFolder(process.argv[2]!);
  process.stdout.write('holding\n');
  setInterval(() => {}, 1_000);
} catch (error) {
  process.stderr.write(`${(error as { code?: string }).code}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
