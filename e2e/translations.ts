import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

/** What the app says in a language for a text of its code. */
export async function translationsOf(tag: string): Promise<(english: string) => string> {
  const [catalogue] = await getCatalogs(getConfig());
  const entries = Object.values((await catalogue?.read(tag)) ?? {});
  return (english) => {
    const entry = entries.find(({ message }) => message === english);
    if (!entry) throw new Error(`the app has no text "${english}"`);
    return entry.translation;
  };
}
