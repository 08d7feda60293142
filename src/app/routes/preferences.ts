import { z } from 'zod';
import { themes } from '#app/appearance/theme.ts';
import { boardDensities, boardScreenViews } from '#app/features/board/board-views.ts';

const KEY = 'frontdesk.board';

const preferencesSchema = z.object({
  companyId: z.string().nullable().catch(null),
  storeIds: z.array(z.string()).catch([]),
  view: z.enum(boardScreenViews).nullable().catch(null),
  density: z.enum(boardDensities).catch('fit'),
  theme: z.enum(themes).catch('system'),
  /** ISO weekday, Monday 1; null for that of the browser's region. */
  firstWeekday: z.int().min(1).max(7).nullable().catch(null),
  /** Whether the hint about the demo practice was dismissed. */
  demoSeen: z.boolean().catch(false),
});
/** What was last chosen in this browser. The address takes precedence, and opening a link changes no preference. */
export type Preferences = z.infer<typeof preferencesSchema>;

const NOTHING: Preferences = preferencesSchema.parse({});

/** Reads the preferences; the defaults where nothing is stored, or nothing that can be read. */
export function readPreferences(storage: Pick<Storage, 'getItem'>): Preferences {
  try {
    const parsed = preferencesSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Saves these preferences and keeps the others; a browser that refuses storage forgets them. */
export function savePreferences(storage: Pick<Storage, 'getItem' | 'setItem'>, chosen: Partial<Preferences>): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...readPreferences(storage), ...chosen }));
  } catch {
    // A full or forbidden storage must not keep anyone from working.
  }
}
