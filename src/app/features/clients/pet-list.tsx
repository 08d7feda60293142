import { fallbackNames } from '#app/api/directory.ts';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { factsText } from '#app/text/list-text.ts';
import { deadOrInactiveText, isDeadOrInactive, petText } from '#app/text/pet-text.ts';
import type { ReceivedPet } from '#contract/received.ts';

interface PetListProps {
  pets: readonly ReceivedPet[];
  /** `YYYY-MM-DD` */
  today: string;
  petAddress: (petId: string) => Address;
}

/** Pets, one per line, with details that distinguish them. Inactive pets and pets that have died are marked. */
export function PetList({ pets, today, petAddress }: PetListProps) {
  return (
    <ul>
      {pets.map((pet) => (
        <li key={pet.id} className="min-h-6 break-words">
          <AppLink to={petAddress(pet.id)} className={isDeadOrInactive(pet) ? 'text-muted' : 'text-accent'}>
            <bdi>{pet.name || fallbackNames.pet(pet.id)}</bdi>
          </AppLink>{' '}
          <span className="text-muted">{factsText([deadOrInactiveText(pet, today), petText(pet, today)])}</span>
        </li>
      ))}
    </ul>
  );
}
