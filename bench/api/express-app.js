// The service that most teams would write: Express with node-postgres, over plain tables. It answers the
// benchmark's questions, posted as JSON, with records and totals like the product's; it checks no key and no shapes.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const peers = createRequire(`${process.env['PEERS']}/package.json`);
/** @param {string} name */
const load = (name) => import(pathToFileURL(peers.resolve(name)).href);

const DEEP = Number(process.env['DEEP_OFFSET']);
const PAGE = 100;

/** @typedef {import('./scenarios.ts').PeerQuestion} Question */

const columns = `a.id, a.company_id as "companyId", a.store_id as "storeId", a.pet_id as "petId", a.client_id as "clientId",
  a.store_invoice_id as "storeInvoiceId", a.billing_context_id as "billingContextId", a.title, a.start, a."end", a.notes,
  a.booking_notes as "bookingNotes", a.client_notes as "clientNotes", a.status, a.location, a.room_id as "roomId",
  a.checked_in_at as "checkedInAt", a.created_from as "createdFrom", a.visit_type_id as "visitTypeId",
  a.visit_type_name as "visitTypeName", a.visit_type_category as "visitTypeCategory", a.created_at as "createdAt",
  a.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('id', e.employee_id, 'isMainEmployee', e.is_main_employee))
            from appointment_employees e where e.appointment_id = a.id), '[]') as employees`;

const { default: pg } = await load('pg');
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  options: '-c search_path=peers -c jit=off',
});
/** @param {string} where @param {unknown[]} values @param {number} offset */
const page = async (where, values, offset) => {
  const [rows, total] = await Promise.all([
    pool.query(
      `select ${columns}
       from (select * from appointments a where ${where} order by a.created_at desc, a.id desc limit ${PAGE} offset ${offset}) a
       order by a.created_at desc, a.id desc`,
      values,
    ),
    pool.query(`select count(*)::int as total from appointments a where ${where}`, values),
  ]);
  return { data: rows.rows, totalCount: total.rows[0].total };
};

/** @param {Question} question @param {string} companyId */
const answer = async (question, companyId) => {
  switch (question.kind) {
    case 'day': {
      const text = `select ${columns} from appointments a where a.store_id = any($1) and a.start >= $2 and a.start < $3 order by a.start`;
      return { data: (await pool.query(text, [question.storeIds, question.from, question.to])).rows };
    }
    case 'page':
      return page('a.company_id = $1', [companyId], question.depth === 'deep' ? DEEP : 0);
    case 'status':
      return page('a.company_id = $1 and a.status = $2', [companyId, question.status], 0);
    case 'title': {
      const { storeIds, from, to, terms } = question;
      const where = 'a.store_id = any($1) and a.start >= $2 and a.start < $3 and a.title ilike $4 and a.title ilike $5';
      return page(where, [storeIds, from, to, ...terms.map((term) => `%${term}%`)], 0);
    }
    case 'create': {
      const { storeId, petId, typeId, employeeId, start, end } = question;
      const client = await pool.connect();
      try {
        await client.query('begin');
        const pet = (await client.query('select client_id, name from pets where id = $1', [petId])).rows[0];
        const type = (await client.query('select name, category from appointment_types where id = $1', [typeId]))
          .rows[0];
        const { rows } = await client.query(
          `insert into appointments (company_id, store_id, pet_id, client_id, title, start, "end", status, created_from,
             visit_type_id, visit_type_name, visit_type_category)
           values ($1, $2, $3, $4, $5, $6, $7, 'requested', 'external_api', $8, $9, $10) returning id`,
          [
            companyId,
            storeId,
            petId,
            pet.client_id,
            `${pet.name} – ${type.name}`,
            start,
            end,
            typeId,
            type.name,
            type.category,
          ],
        );
        await client.query(
          'insert into appointment_employees (appointment_id, employee_id, is_main_employee) values ($1, $2, true)',
          [rows[0].id, employeeId],
        );
        await client.query('commit');
        return rows[0].id;
      } finally {
        client.release();
      }
    }
  }
};

const { default: express } = await load('express');
const app = express();
app.use(express.json());
app.post(
  '/',
  /** @param {{ body: { question: Question, companyId: string } }} request @param {{ json(body: unknown): void }} response */
  async (request, response) => {
    response.json(await answer(request.body.question, request.body.companyId));
  },
);
app.listen(Number(process.env['PORT']), '127.0.0.1');
