import { lingui } from '@lingui/vite-plugin';
import type { Plugin } from 'vite';
import { linguiMacros } from './lingui-macros.build.js';

/** Compiles the app's texts: the macros in its code, and the catalogues that it imports (docs/languages.md). */
export function languagePlugins(): Plugin[] {
  return [linguiMacros(), ...lingui({ failOnCompileError: true }), splitCatalogues()];
}

/**
 * The name of a chunk's file in the built app: `de-first` or `de-rest` for the texts of a language, otherwise the
 * chunk's own name.
 */
export function chunkFileName({ moduleIds }: { moduleIds: readonly string[] }): string {
  const language = /([\w-]+)\.po/.exec(moduleIds.find((id) => CATALOGUE.test(id)) ?? '')?.[1];
  if (language === undefined) return 'assets/[name]-[hash].js';
  return `assets/${language}-${moduleIds.some((id) => FIRST_CATALOGUE.test(id)) ? 'first' : 'rest'}-[hash].js`;
}

const FIRST_CATALOGUE = /\/translations\/[\w-]+\.po$/;
const CATALOGUE = /\/translations\/[\w-]+\.po(?:\?lingui)?$/;
/** A message's id in the output of the macros. */
const MESSAGE_ID = /\bid: "([^"]+)"/g;
/** The name of the chunk with everything that the first screen renders. */
export const FIRST_SCREEN_CHUNK = 'first';

/**
 * Splits each catalogue into two files: one with the texts of the first page, and one with the rest. The app imports each
 * catalogue twice, and this plugin removes from each import the messages that belong to the other file. Which messages the
 * first page needs depends on the chunks that the code ended up in.
 */
function splitCatalogues(): Plugin {
  let firstIds: Set<string> | undefined;
  return {
    name: 'split-catalogues',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    renderStart() {
      firstIds = undefined;
    },
    renderChunk(code, chunk, _options, { chunks }) {
      const catalogue = chunk.moduleIds.find((id) => CATALOGUE.test(id));
      if (catalogue === undefined) return null;
      firstIds ??= new Set(
        Object.values(chunks)
          .filter(({ name, isEntry }) => isEntry || name === FIRST_SCREEN_CHUNK)
          .flatMap(({ moduleIds }) => moduleIds)
          .flatMap((id) =>
            [...(this.getModuleInfo(id)?.code ?? '').matchAll(MESSAGE_ID)].map(([, found = '']) => found),
          ),
      );
      const ids = firstIds;
      const isFirst = FIRST_CATALOGUE.test(catalogue);
      const json = /JSON\.parse\(("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)\)/.exec(code);
      if (json?.[1] === undefined) throw new Error(`No messages were found in the file of ${catalogue}.`);
      const messages = JSON.parse(new Function(`return ${json[1]}`)());
      const keptMessages = Object.fromEntries(Object.entries(messages).filter(([id]) => ids.has(id) === isFirst));
      return {
        code: code.replace(json[0], () => `JSON.parse(${JSON.stringify(JSON.stringify(keptMessages))})`),
        map: null,
      };
    },
  };
}
