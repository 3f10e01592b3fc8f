import type { Metadata } from '@grpc/grpc-js';
import type { TextMapGetter, TextMapSetter } from '@opentelemetry/api';

/** Reads trace context from the metadata of a call. */
export const METADATA_GETTER: TextMapGetter<Metadata> = {
  keys: (metadata) => Object.keys(metadata.getMap()),
  get: (metadata, key) => metadata.get(key).map((value) => value.toString()),
};

/** Writes trace context into the metadata of a call. */
export const METADATA_SETTER: TextMapSetter<Metadata> = {
  set: (metadata, key, value) => metadata.set(key, value),
};
