import type { ServiceRequest } from '../request.ts';

export function isCreate(request: ServiceRequest): boolean {
  return request.method === 'POST';
}

export function isList(request: ServiceRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}
