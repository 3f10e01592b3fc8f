// Starts two children by the harness and says their numbers: one freezes, one never looks up again.
import { fileURLToPath } from 'node:url';
import { startProcess } from '../../src/index.ts';

const programs = { frozen: 'talker.ts', blocked: 'deaf.ts' };
for (const [name, file] of Object.entries(programs)) {
  const child = startProcess({
    name,
    file: fileURLToPath(new URL(file, import.meta.url)),
  });
  await child.waitForLine(/ready|deaf/);
  if (name === 'frozen') child.freeze();
  console.log(`child ${child.pid}`);
}
console.log('all started');
