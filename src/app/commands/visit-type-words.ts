import { t } from '@lingui/core/macro';
import { matchesWords } from '#reading/text.ts';

/** Words that mean the same type of visit, separated by commas, in the language of the page. */
const visitTypeSynonyms: readonly (() => string)[] = [
  () =>
    t({
      message: 'follow-up, recheck, re-check, check-up, checkup, control, revisit, review',
      comment: 'words for the same visit, separated by commas: seeing a patient again after a treatment',
    }),
  () =>
    t({
      // A practice without a type for follow-ups books them as consultations.
      message: 'consultation, exam, examination, check-up, checkup, follow-up, recheck',
      comment: 'words for the same visit, separated by commas: a vet examines a patient',
    }),
  () =>
    t({
      message: 'vaccination, vaccine, shots, jab, booster, injection',
      comment: 'words for the same visit, separated by commas: a vaccination',
    }),
  () =>
    t({
      message: 'neuter, spay, castration, sterilisation, sterilization, desexing',
      comment: 'words for the same visit, separated by commas: an animal is neutered',
    }),
  () =>
    t({
      message: 'dental, teeth, tooth, mouth, scale and polish',
      comment: 'words for the same visit, separated by commas: teeth are treated or cleaned',
    }),
  () =>
    t({
      message: 'nail trim, nail clip, nails, claw, claws, claw clipping',
      comment: 'words for the same visit, separated by commas: claws are cut',
    }),
  () =>
    t({
      message: 'surgery, surgical, operation',
      comment: 'words for the same visit, separated by commas: an operation',
    }),
  () =>
    t({
      message: 'euthanasia, put to sleep, PTS',
      comment: 'words for the same visit, separated by commas: an animal is put to sleep',
    }),
];

/**
 * Other words for a visit type, the closest ones first.
 *
 * @param names the name of the visit type and the label of its category
 */
export function synonymsOfVisitType(names: readonly string[]): string[] {
  const words = visitTypeSynonyms.map((wordsOfVisit) => wordsOfVisit().split(/\s*[,،]\s*/));
  return words.filter((ofVisit) => ofVisit.some((word) => matchesWords(names, word))).flat();
}
