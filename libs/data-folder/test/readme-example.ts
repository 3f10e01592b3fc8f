import { openDataFolder } from '@mayfly/data-folder';
import { temporaryFolder } from '@mayfly/testing';

export async function example() {
  await using place = await temporaryFolder();
  const folder = await openDataFolder(place.path);
  const environment = folder.environment('store');
  const hosts = environment.tree('hosts');
  await environment.commit(() => hosts.put(Buffer.from('a.test'), Buffer.from('rested')));
  // Here the write is on disk, whatever happens to this process.
  const inUse = await openDataFolder(place.path).catch((error: { code: string }) => error.code);
  const state = Buffer.from(hosts.get(Buffer.from('a.test')) ?? []).toString();
  await folder.close();
  return { state, inUse };
}
