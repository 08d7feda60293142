import { transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';

/**
 * Turns the macros of Lingui into calls of its library, in the few files that have any. The built app finds the English
 * texts in its catalogue; the command line has no catalogue, and uses the English texts in its code.
 *
 * @returns {import('vite').Plugin}
 */
export function linguiMacros() {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(?:core|react)\/macro/ },
      async handler(code, id) {
        const isServer = this.environment?.config.consumer === 'server';
        const result = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: id.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
          plugins: [[macros, isServer ? { stripMessageField: false } : {}]],
        });
        return result?.code == null ? null : { code: result.code, map: result.map ?? null };
      },
    },
  };
}
