import { useState } from 'react';

/**
 * Which fields of a group have been left: a fault is told once its field has, or once all are to be told.
 *
 * @example
 * const { leave, told } = useTouched(showFaults);
 * <TextField onBlur={() => leave('name')} error={told('name', nameFault(name))} />
 */
export function useTouched(showAll: boolean) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  return {
    leave: (field: string) => setLeft((before) => (before.has(field) ? before : new Set(before).add(field))),
    told: (field: string, fault: string | null) => (fault !== null && (showAll || left.has(field)) ? fault : undefined),
  };
}
