/** The build replaces icons with their path data and writes the style sheets to dist/page.css. */
declare module '*.svg' {
  const paths: readonly string[];
  export default paths;
}
declare module '*.css' {}
