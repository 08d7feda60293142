import { expect, test } from 'vitest';
import { suggestCategory } from './category-by-name.ts';
import { visitTypeCategories } from './enums.ts';

test.each([
  ['vaccination', ['Puppy vaccination', 'Booster', 'Impfung', 'Vacunación', 'Inenting', 'تطعيم']],
  ['dental', ['Dental cleaning', 'Teeth', 'Zahnreinigung', 'Tandsteen', 'Gebitsreiniging', 'تنظيف أسنان']],
  ['surgical', ['Spay / neuter', 'Kastration', 'Chirurgie', 'Operación', 'Sterilisatie', 'عملية']],
  ['diagnostics', ['X-ray (urgent)', 'Blood test', 'Röntgen', 'Ecografía', 'Prise de sang', 'تحليل']],
  ['nurse', ['Nail trim', 'Weigh-in', 'Krallen schneiden', 'Pesée', 'Vendaje', 'Nagels knippen', 'ضماد']],
  ['grooming', ['Bath & brush', 'Scheren', 'Toilettage', 'Peluquería', 'Vachtverzorging', 'استحمام']],
  ['euthanasia', ['Euthanasia', 'Einschläfern', 'Inslapen', 'القتل الرحيم']],
  ['in_home', ['Home visit', 'Hausbesuch', 'À domicile', 'Huisbezoek', 'زيارة منزلية']],
  ['daycare', ['Day care', 'Daycare']],
  ['overnight', ['Boarding', 'Overnight stay']],
  ['hospital', ['Hospital stay', 'Ward']],
  ['group_training', ['Puppy class']],
  ['individual_training', ['Training']],
  ['health', ['Annual health check', 'Check-up', 'Vorsorge', 'Bilan de santé', 'Chequeo', 'Gezondheid', 'فحص']],
  [
    'consult',
    ['Consultation', 'Recheck', 'Sprechstunde', 'Notfall', 'Urgence', 'Seguimiento: urgencia', 'Spoed', 'كشف'],
  ],
] as const)('%s: %j', (category, names) => {
  expect(names.map((name) => `${name}: ${suggestCategory(name)}`)).toEqual(names.map((name) => `${name}: ${category}`));
});

test('a short word inside another one suggests nothing', () => {
  const names = ['Accident', 'Elaborate plan', 'Snails', 'Forward', 'Resident pet', 'Eclipse', 'Sunbathing'];
  expect(names.filter((name) => suggestCategory(name) !== null)).toEqual([]);
  expect(['Lab test', 'Re-scan', 'Milchzahn'].map(suggestCategory)).toEqual(['diagnostics', 'diagnostics', 'dental']);
});

test('letters may be composed or decomposed, and a name may suggest no category', () => {
  expect(suggestCategory('Röntgen'.normalize('NFD'))).toBe('diagnostics');
  expect([suggestCategory(''), suggestCategory('Grenting'), suggestCategory('Laser')]).toEqual([null, null, null]);
  expect(visitTypeCategories).toContain(suggestCategory('Visit'));
});
