import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import type { Server } from '@grpc/grpc-js';
import { DESCRIPTOR_SET } from '@mayfly/contracts/descriptors';

/** Lets tools ask the server for its contract. This file is loaded only where that is switched on. */
export function addReflection(server: Server, services: readonly string[]): void {
  const contract = loadFileDescriptorSetFromBuffer(Buffer.from(DESCRIPTOR_SET, 'base64'));
  new ReflectionService(contract, { services: [...services] }).addToServer(server);
}
