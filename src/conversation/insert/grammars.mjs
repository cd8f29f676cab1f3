/** The grammars of highlight.js for the languages with comments. A JavaScript file, because its types would add those of a browser. */
import hljs from 'highlight.js/lib/common';
import clojure from 'highlight.js/lib/languages/clojure';
import coffeescript from 'highlight.js/lib/languages/coffeescript';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import fsharp from 'highlight.js/lib/languages/fsharp';
import groovy from 'highlight.js/lib/languages/groovy';
import haskell from 'highlight.js/lib/languages/haskell';
import julia from 'highlight.js/lib/languages/julia';
import powershell from 'highlight.js/lib/languages/powershell';
import scala from 'highlight.js/lib/languages/scala';

const more = { clojure, coffeescript, dart, dockerfile, elixir, fsharp, groovy, haskell, julia, powershell, scala };
for (const [name, grammar] of Object.entries(more)) hljs.registerLanguage(name, grammar);

export default hljs;
