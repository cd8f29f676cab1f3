import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ModelPost } from '../../model/openAiModel.ts';

/** Milliseconds until the connection to the endpoint is established. */
const CONNECT_TIMEOUT = 15_000;

/** Posts to a language model endpoint with Node's HTTP. Follows no redirect, sends no cookie, asks for no compression. */
export const postToModel: ModelPost = ({ url, headers, body }, signal) =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
    });
    const timer = setTimeout(
      () => request.destroy(new Error('The connection was not established in time.')),
      CONNECT_TIMEOUT,
    );
    request.once('socket', (socket) => {
      if (!socket.connecting) clearTimeout(timer);
      else socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => clearTimeout(timer));
    });
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.once('response', (response) => {
      clearTimeout(timer);
      // The reader of the body sees the failure; without a listener, an abort between two reads would end the process.
      response.on('error', () => {});
      const names = Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value[0] : value,
      ]);
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(names), body: response });
    });
    request.end(body);
  });
