export {
  type ClusterAround,
  clusterEngines,
  type ClusterSettings,
  readClusterSettings,
} from './cluster-engines.ts';
export { embeddedEngines } from './embedded-engines.ts';
export type { Engines } from './engines.ts';
