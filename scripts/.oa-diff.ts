import { MikroORM } from '@mikro-orm/postgresql'
import { ormOptions } from '#db/orm.ts'
import { migrate } from './migrate.ts'
const url = process.argv[2]!
await migrate(url, console.log)
const orm = await MikroORM.init(ormOptions(url))
console.log(JSON.stringify(await orm.schema.getUpdateSchemaSQL({ wrap: false }), null, 1))
await orm.close()
