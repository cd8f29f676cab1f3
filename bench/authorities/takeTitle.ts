/** Takes the title from the server that plays its publisher. */
import type { AuthorityStore } from '../../src/publishers/authorityStore.ts';
import type { Network } from '../../src/publishers/download.ts';
import { findWork } from '../../src/publishers/publishers.ts';
import { lookUpOffer, takeLaw } from '../../src/publishers/takeLaw.ts';

export async function takeTitle(store: AuthorityStore, mirror: string, signal: AbortSignal) {
  const network: Network = { userAgent: 'Fiscal/bench', mirror, log: () => {}, sleep: () => Promise.resolve() };
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('The title is not known.');
  const offer = await lookUpOffer(chosen, network, signal);
  return takeLaw(chosen, offer, network, { store, signal, now: () => new Date(), onProgress: () => {} });
}
