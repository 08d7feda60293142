interface Choice {
  id: string;
  name: string;
  isActive: boolean;
}

/** Why something that a link, an earlier appointment or a draft names cannot be booked; undefined where it can. */
function gone(
  asked: string | null | undefined,
  all: readonly Choice[],
  text: (name: string | null) => string,
): string | undefined {
  const known = all.find(({ id }) => id === asked);
  return asked === null || asked === undefined || known?.isActive ? undefined : text(known?.name ?? null);
}

export function goneVet(asked: string | null | undefined, employees: readonly Choice[]): string | undefined {
  return gone(asked, employees, (name) =>
    name === null
      ? 'The vet that was asked for is not on the staff: choose another, or nobody.'
      : `${name} no longer takes appointments: choose another, or nobody.`,
  );
}

export function goneVisitType(asked: string | null | undefined, types: readonly Choice[]): string | undefined {
  return gone(asked, types, (name) =>
    name === null
      ? 'The visit type that was asked for does not exist: choose another.'
      : `${name} can no longer be booked: choose another.`,
  );
}
