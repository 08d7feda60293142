import { useSpeciesOnFile } from '#app/api/species-on-file.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { dateIn, zoneOfStore } from '#scheduling/calendar-day.ts';
import type { PetReference } from './record-kinds.tsx';

interface PetOfForm {
  species: string;
  client: PetReference['client'];
}

/** Returns the data that the pet form needs besides the pet itself. */
export function usePetReference({ species: ofPet, client }: PetOfForm): PetReference {
  const { company, fallbackZone } = useDesk();
  const now = useMinute();
  const days = company.stores.map((store) => dateIn(zoneOfStore(store, fallbackZone), now));
  const today = [dateIn(fallbackZone, now), ...days].sort().at(-1) ?? '';
  return { companyId: company.id, today, zone: fallbackZone, client, ...useSpeciesOnFile(company.id, ofPet) };
}
