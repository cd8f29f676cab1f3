import http from 'node:http';
import https from 'node:https';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** VS Code puts functions that know its proxy and certificate settings onto these modules; they yield to an agent that is passed. */
describe('the transport over node', () => {
  it.each([
    ['http', http],
    ['https', https],
  ])('the transport over Node calls the request function of %s and passes no agent', async (name, module) => {
    const transport = createNodeTransport();
    const patched = vi.spyOn(module, 'request').mockImplementation(() => {
      throw new Error('stopped here');
    });
    const request = {
      method: 'POST' as const,
      url: `${name}://localhost/`,
      headers: {},
      body: '{}',
      connectTimeout: 1,
      firstByteTimeout: 1,
    };
    await expect(transport.send(request, new AbortController().signal)).rejects.toThrow('stopped here');
    expect(patched.mock.calls).toHaveLength(1);
    expect(patched.mock.calls[0]?.[1]).not.toHaveProperty('agent');
  });
});
