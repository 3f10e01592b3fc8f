export {
  type ClusterAround,
  clusterEngines,
  type ClusterSettings,
  type MongoSettings,
  readClusterSettings,
  readMongoSettings,
} from './cluster-engines.ts';
export { embeddedEngines } from './embedded-engines.ts';
export type { Engines } from './engines.ts';
