/** The build inlines icons as the data of their paths, and collects style sheets beside the script. */
declare module '*.svg' {
  const paths: readonly string[];
  export default paths;
}
declare module '*.css' {}
