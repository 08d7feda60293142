import { z } from 'zod';
import { themes } from '#app/appearance/theme.ts';
import { boardDensities, boardScreenViews } from '#app/features/board/board-views.ts';

const KEY = 'frontdesk.board';

const rememberedSchema = z.object({
  companyId: z.string().nullable().catch(null),
  storeIds: z.array(z.string()).catch([]),
  view: z.enum(boardScreenViews).nullable().catch(null),
  density: z.enum(boardDensities).catch('fit'),
  theme: z.enum(themes).catch('system'),
  /** ISO weekday, Monday 1; null for that of the browser's region. */
  firstWeekday: z.int().min(1).max(7).nullable().catch(null),
  /** Whether the line about the demo practice was put away. */
  demoSeen: z.boolean().catch(false),
});
/** What was last chosen at this browser; the address wins over it and leaves it as it is. */
export type Remembered = z.infer<typeof rememberedSchema>;

const NOTHING: Remembered = rememberedSchema.parse({});

/** Reads the last choice; a browser that keeps nothing, or keeps nonsense, has none. */
export function readRemembered(storage: Pick<Storage, 'getItem'>): Remembered {
  try {
    const parsed = rememberedSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Keeps what was chosen beside the choices of before; where the browser refuses, it is simply not remembered. */
export function remember(storage: Pick<Storage, 'getItem' | 'setItem'>, chosen: Partial<Remembered>): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...readRemembered(storage), ...chosen }));
  } catch {
    // A full or forbidden storage must not keep anyone from working.
  }
}
