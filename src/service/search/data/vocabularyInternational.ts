/** Everyday words for the subjects of the Internal Revenue Code, international (§§ 861-999, 1441-1474), section by section in the order of its table of contents. */
export const INTERNATIONAL = `
861: US source income interest dividends services performed in United States where income arises sourcing
862: foreign source income
863: source mixed partly inside outside inventory transport space ocean telecommunications
864: effectively connected income ECI engaged in US business foreign investor trading safe harbor sale of partnership interest interest allocation affiliated group
865: source of gain on personal property sales residence of seller inventory intangible
871: nonresident alien individual taxed 30 percent US dividends interest portfolio interest 183 days capital gains gambling foreigner
872: nonresident alien gross income shipping exchange student
873: nonresident alien deductions casualty charity
874: nonresident must file return to get deductions
876: Puerto Rico Guam resident alien
877: expatriation renounce citizenship ten-year tax avoidance
877a: exit tax giving up US citizenship green card covered expatriate mark to market
879: community income nonresident spouse
881: foreign corporation not connected FDAP withholding 30 percent portfolio interest
882: foreign corporation US business effectively connected return deductions interest expense
883: foreign ships aircraft exemption reciprocal
884: branch profits tax dividend equivalent
887: foreign ship gross transportation 4 percent
892: foreign government sovereign wealth fund exempt income
893: foreign embassy employee consulate wages
894: treaty benefits hybrid entity
895: foreign central bank
897: FIRPTA foreigner sells US real estate United States real property interest holding corporation
901: foreign tax credit taxes paid to other country creditable citizen
903: tax in lieu of income tax credit
904: foreign tax credit limitation baskets passive general overall foreign loss excess carryback carryforward de minimis
905: foreign tax credit when accrued redetermination refund notify
906: foreign corporation nonresident foreign tax credit
907: foreign oil and gas income credit
908: boycott reduction of foreign tax credit
909: foreign tax credit splitter suspend
911: living working abroad foreign earned income exclusion expat housing 330 days bona fide resident overseas
912: Peace Corps foreign service allowances
931: Guam Samoa Northern Mariana income
932: Virgin Islands resident tax
933: Puerto Rico bona fide resident income
934: Virgin Islands reduction
937: bona fide resident of possession
951: controlled foreign corporation US shareholder includes subpart F income
951a: GILTI global intangible low-taxed income foreign subsidiary profits tested income
952: subpart F income definition
953: offshore captive insurance income CFC
954: foreign base company sales services personal holding passive income high-tax exception de minimis full inclusion
956: CFC loans to US parent investment in US property
957: controlled foreign corporation definition more than 50 percent
958: CFC indirect constructive ownership downward attribution
959: previously taxed earnings PTEP distribution not taxed again
960: deemed paid credit subpart F GILTI 80 percent
961: basis in CFC stock adjusted
962: individual elects corporate rate on subpart F GILTI
964: CFC earnings computation blocked currency sale of lower tier
965: transition tax repatriation deferred foreign earnings eight installments
982: foreign documents formal request inadmissible
985: functional currency
986: translate foreign taxes exchange rate
987: foreign branch currency gain
988: foreign currency gain loss exchange rate personal vacation money hedge
989: foreign currency definitions QBU
991: DISC domestic international sales corporation IC-DISC export
992: IC-DISC requirements 95 percent
994: DISC intercompany pricing export commission
995: DISC shareholder deemed dividends interest charge
999: boycott participation report
1441: withhold on payments to nonresident foreigner 30 percent student scholarship artist
1442: withhold on foreign corporation payments
1443: withholding foreign charities
1444: Virgin Islands withholding
1445: buyer withhold 15 percent purchase of US real estate from foreign seller
1446: partnership withhold on foreign partner share transfer of interest 10 percent
1461: withholding agent liable for tax not withheld
1462: recipient credit withheld
1463: tax paid by recipient withholding agent relieved
1464: refund of withheld tax
1471: FATCA foreign bank financial institution 30 percent withholding
1472: FATCA nonfinancial foreign entity
1473: FATCA definitions withholdable payment
1474: FATCA special rules
`;
