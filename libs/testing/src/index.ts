export { builder } from './builder.ts';
export {
  type CertificateAuthority,
  certificateAuthority,
  type CertificateRequest,
  type IssuedCertificate,
} from './certificate-authority.ts';
export { type CertificateFolder, certificateFolder, shownName } from './certificate-folder.ts';
export { diesWithUs } from './dies-with-us.ts';
export { eventually, type EventuallyOptions } from './eventually.ts';
export { FakeClock } from './fake-clock.ts';
export { freePort, freePorts, isPortFree } from './free-ports.ts';
export { seededRandom, testSeed, withSeed } from './seeded-random.ts';
export { Spoken } from './spoken.ts';
export { type ProcessToStart, startProcess } from './start-process.ts';
export { type ProcessEnd, StartedProcess } from './started-process.ts';
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
