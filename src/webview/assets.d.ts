/** esbuild inlines icons as text and collects style sheets beside the script. */
declare module '*.svg' {
  const svg: string;
  export default svg;
}
declare module '*.css' {}
