/** The part that the peers' page uses: the types of React are no dependency of ours. */
declare module 'react-dom/client' {
  export function createRoot(container: Element): { render(node: unknown): void };
}
